/** What `read` gives; `otherwise` if it fails or takes longer. Never rejects, and leaves no timer behind. */
export async function within<Value>(
  ms: number,
  read: () => Value | Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  const late = Promise.withResolvers<Value>();
  const timer = setTimeout(() => late.resolve(otherwise), ms);
  try {
    return await Promise.race([read(), late.promise]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
