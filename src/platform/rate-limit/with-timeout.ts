/** The timeout of a shared store: the longest that a request waits to be counted. */
export const storePatienceMilliseconds = 500;

/** Rejects if the response takes too long; a late response is dropped. */
export async function withTimeout<Result>(response: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${storePatienceMilliseconds} ms`)),
      storePatienceMilliseconds,
    );
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
