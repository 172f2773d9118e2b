/**
 * The result of `call`, or the error of `late` once `timeoutMs` have passed. A call that is given up goes on by itself
 * and its outcome is ignored: only for clients that cannot be told to stop.
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
