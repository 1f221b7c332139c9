/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { TITLE_MAX } from '@livelane/shared/http/limits';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnBoard } from '../boardParts.fixture';
import { TitleFilter } from './TitleFilter';

it('takes no more than a title may have: servers refuse an address with a whole page of text in it', async () => {
  const onChange = jest.fn();
  showOnBoard(<TitleFilter value="" onChange={onChange} />, []);
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste('x'.repeat(100_000));
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange).toHaveBeenLastCalledWith('x'.repeat(TITLE_MAX));
});
