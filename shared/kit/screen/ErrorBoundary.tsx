import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** A new key resets the boundary. */
  resetKey: unknown;
  fallback: (error: unknown) => ReactNode;
  onCatch?: () => void;
}

interface State {
  failure: { error: unknown } | null;
  resetKey: unknown;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failure: null, resetKey };
  }

  override componentDidCatch() {
    this.props.onCatch?.();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
