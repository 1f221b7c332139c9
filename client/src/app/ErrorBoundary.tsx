import { Component, type ReactNode } from 'react';
import { ScriptMissing } from '#lib/lateScript';
import { ErrorPage } from '#ui/page/ErrorPage';

interface Props {
  /** A change resets the error. */
  place: string;
  children: ReactNode;
}

interface State {
  error: { isOutdated: boolean } | null;
}

/** Shows the error page when a screen breaks. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: { isOutdated: error instanceof ScriptMissing } };
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.error && previous.place !== this.props.place) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorPage {...error} /> : this.props.children;
  }
}
