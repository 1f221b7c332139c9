import { addEnglish } from './language.store';

let coming: Promise<void> | null = null;

/** Fetches the texts of en-GB that the first screens do not need. @throws when they cannot be fetched */
async function fetchTexts(): Promise<void> {
  coming ??= import('./en-GB.late').then(({ lateTexts }) => addEnglish(lateTexts));
  try {
    await coming;
  } catch (error) {
    coming = null;
    throw error;
  }
}

/** Fetches a late part together with its texts. */
export function withLateTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([load(), fetchTexts()]);
    return part;
  };
}
