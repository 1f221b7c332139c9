import type { UserEvent } from '@testing-library/user-event';

/**
 * Adds a text to a field by pasting, for tests of the text's effects: with `type` each letter would render the page.
 */
export async function paste(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
