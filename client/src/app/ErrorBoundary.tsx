import { Component, type ReactNode } from 'react';
import { ErrorPage } from '#ui/page/ErrorPage';

interface Props {
  /** A change resets the error. */
  place: string;
  children: ReactNode;
}

/** Shows the error page when a screen breaks. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.isBroken && previous.place !== this.props.place) this.setState({ isBroken: false });
  }

  override render(): ReactNode {
    return this.state.isBroken ? <ErrorPage /> : this.props.children;
  }
}
