/**
 * Returns the result of `read`, or `otherwise` if it fails or takes longer. Never rejects, and leaves no
 * timer.
 */
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
