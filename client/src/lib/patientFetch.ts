/** The statuses of answers without a body, in whose place some browsers give an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Like `fetch`, but fails when nothing arrives for `silenceMs`, neither the answer nor more of its body: a slow line
 * brings everything in the end, a dead one nothing.
 */
export async function patientFetch(url: string, init: RequestInit, silenceMs: number): Promise<Response> {
  const silence = new AbortController();
  const heard = async <T>(arrival: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      return await arrival;
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await heard(fetch(url, { ...init, signal: silence.signal }));
  if (!response.body || BODILESS.has(response.status)) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await heard(reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Only what is waited for can be late.
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
