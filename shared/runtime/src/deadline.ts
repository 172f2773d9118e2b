/**
 * The result of `call`, or the error of `late` once `timeoutMs` have passed. After that the call
 * continues and its outcome is ignored: only for clients that cannot cancel.
 */
export async function within<T>(timeoutMs: number, call: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([call, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
