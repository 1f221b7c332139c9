/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RenderedMarkdown } from './RenderedMarkdown';

function Text({ children }: { children: string }) {
  const [text, setText] = useState(children);
  return <RenderedMarkdown text={text} onChange={setText} />;
}

it('keeps the focus on a task that is ticked by the keyboard', async () => {
  const user = userEvent.setup();
  render(<Text>{'- [ ] sand\n- [ ] paint\n- [ ] look'}</Text>);
  await user.tab();
  await user.tab();
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'paint' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'paint' })).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'paint' })).not.toBeChecked();
});

it('takes the focus from nothing else when its text changes', () => {
  const text = (name: string) => (
    <>
      <button type="button">Save</button>
      <RenderedMarkdown text={`- [ ] ${name}`} onChange={() => undefined} />
    </>
  );
  const { rerender } = render(text('sand'));
  screen.getByRole('button').focus();
  rerender(text('paint'));
  expect(screen.getByRole('checkbox', { name: 'paint' })).toBeInTheDocument();
  expect(screen.getByRole('button')).toHaveFocus();
});
