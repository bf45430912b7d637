const LOOPBACK = /^(?:localhost|::1|\[::1\]|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** Whether an address or a host name means this very machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}
