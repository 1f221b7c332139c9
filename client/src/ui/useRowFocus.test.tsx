/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { useRowFocus } from './useRowFocus';

interface Props {
  /** Of the rows; those that begin with a dash have no controls. */
  names: string[];
  disabled?: boolean;
}

function List({ names, disabled = false }: Props) {
  const rows = useRowFocus();
  return (
    <main>
      <a href="#elsewhere">elsewhere</a>
      {names.length > 0 && (
        <ul {...rows}>
          {names.map((name) => (
            <li key={name}>
              {!name.startsWith('-') && (
                <>
                  <button type="button" disabled={disabled}>
                    edit {name}
                  </button>
                  <button type="button" disabled={disabled}>
                    delete {name}
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

/** Renders rows a, b and c with the focus on a button; `show` renders others. */
function setUp(focused: string) {
  const { rerender } = render(<List names={['a', 'b', 'c']} />);
  button(focused).focus();
  return (props: Props) => rerender(<List {...props} />);
}

it('focuses the same control of the row that moves up', () => {
  const show = setUp('delete b');
  show({ names: ['a', 'c'] });
  expect(button('delete c')).toHaveFocus();
  show({ names: ['a'] });
  expect(button('delete a')).toHaveFocus();
});

it('passes rows without controls, to the row after them or else before', () => {
  const show = setUp('delete b');
  show({ names: ['a', '-b', 'c', '-d'] });
  expect(button('delete c')).toHaveFocus();
  show({ names: ['a', '-b', '-d'] });
  expect(button('delete a')).toHaveFocus();
});

it('focuses the page around when no row is left', () => {
  const show = setUp('edit b');
  show({ names: [] });
  expect(screen.getByRole('main')).toHaveFocus();
});

it('waits for controls that are disabled while the row is being removed', () => {
  const show = setUp('delete a');
  show({ names: ['b', 'c'], disabled: true });
  show({ names: ['b', 'c'] });
  expect(button('delete b')).toHaveFocus();
});

it('is done with a row that is gone once the page around has the focus', () => {
  const show = setUp('delete b');
  show({ names: [] });
  show({ names: ['d'] });
  expect(screen.getByRole('main')).toHaveFocus();
});

it('takes the focus back from what holds the dialog around, which gets it while all is disabled', () => {
  const view = (props: Props) => (
    <div tabIndex={-1} data-testid="holder">
      <List {...props} />
    </div>
  );
  const { rerender } = render(view({ names: ['a', 'b'] }));
  button('edit a').focus();
  rerender(view({ names: ['a', 'b'], disabled: true }));
  screen.getByTestId('holder').focus();
  rerender(view({ names: ['b'], disabled: true }));
  rerender(view({ names: ['b'] }));
  expect(button('edit b')).toHaveFocus();
});

it('leaves the focus alone where somebody has moved it, and when another row goes', () => {
  const show = setUp('delete b');
  show({ names: ['b', 'c'] });
  expect(button('delete b')).toHaveFocus();
  screen.getByRole('link').focus();
  show({ names: ['c'] });
  expect(screen.getByRole('link')).toHaveFocus();
});
