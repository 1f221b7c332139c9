import { useState } from 'react';

/**
 * Sends a form that needs no query cache: the pages before the sign-in have none, which keeps their script small.
 * `error` is the last attempt's.
 */
export function useSubmit<Input>(send: (input: Input) => Promise<unknown>, onDone?: (input: Input) => void) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (input: Input): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await send(input);
      onDone?.(input);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setPending(false);
    }
  };
  return { submit, isPending, error };
}
