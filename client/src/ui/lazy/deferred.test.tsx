/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { Activity, Component, type ReactNode } from 'react';
import { deferred, type UnreachableProps } from './deferred';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Waiting = () => <p>Waiting</p>;
const Unreachable = ({ onAnswer }: UnreachableProps) => (
  <button type="button" onClick={onAnswer}>
    No server
  </button>
);

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render = () => this.state.message ?? this.props.children;
}

test('the fallback is shown until the script is there', async () => {
  let arrive: (view: typeof Greeting) => void = () => undefined;
  const script = new Promise<typeof Greeting>((resolve) => {
    arrive = resolve;
  });
  const View = deferred(() => script, Waiting);
  render(<View name="Ana" />);
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  arrive(Greeting);
  expect(await screen.findByText('Hello Ana')).toBeInTheDocument();
  expect(screen.queryByText('Waiting')).toBeNull();
});

test('what was fetched before is shown at once', async () => {
  const View = deferred(async () => Greeting, Waiting);
  await View.preload();
  render(<View name="Bob" />);
  expect(screen.getByText('Hello Bob')).toBeInTheDocument();
});

test('a script that cannot be fetched goes to the error boundary, and rendering again tries again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let tries = 0;
  const View = deferred(async () => {
    tries++;
    if (tries === 1) throw new Error('no connection');
    return Greeting;
  });
  const { unmount } = render(
    <Boundary>
      <View name="Cleo" />
    </Boundary>,
  );
  expect(await screen.findByText('no connection')).toBeInTheDocument();
  unmount();
  render(<View name="Cleo" />);
  expect(await screen.findByText('Hello Cleo')).toBeInTheDocument();
});

test('while no server answers it says so in its place; once it answers, the script is fetched, and only then it is an error', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let fails = true;
  const load = async () => {
    if (fails) throw new Error('no such script');
    return Greeting;
  };
  const view = (View: ReturnType<typeof deferred<{ name: string }>>) =>
    render(
      <Boundary>
        <View name="Eve" />
      </Boundary>,
    );
  const { unmount } = view(deferred(load, Waiting, Unreachable));
  const button = await screen.findByText('No server');
  fails = false;
  fireEvent.click(button);
  expect(await screen.findByText('Hello Eve')).toBeInTheDocument();
  unmount();

  fails = true;
  view(deferred(load, Waiting, Unreachable));
  fireEvent.click(await screen.findByText('No server'));
  expect(await screen.findByText('no such script')).toBeInTheDocument();
});

test('a script that comes between rendering and its effect is shown', async () => {
  const View = deferred(async () => Greeting, Waiting);
  const view = <View name="Dana" />;
  // Hidden content is rendered, and its effects run once it is shown.
  const { rerender } = render(<Activity mode="hidden">{view}</Activity>);
  await View.preload();
  rerender(<Activity mode="visible">{view}</Activity>);
  expect(await screen.findByText('Hello Dana')).toBeInTheDocument();
});
