const LOOPBACK = /^(?:localhost|::1|\[::1\]|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** Whether an address, or the name of a host, means this very machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}
