/**
 * The result of `call`, or the error of `late` once `timeoutMs` have passed. After that the call
 * continues and its outcome is ignored: only for clients that cannot cancel.
 */
export function within<T>(timeoutMs: number, call: Promise<T>, late: () => Error): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late()), timeoutMs);
  call.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
