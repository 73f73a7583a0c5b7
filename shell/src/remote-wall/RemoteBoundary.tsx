import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  onCatch: () => void;
  /** Shown in place of the children once one of them threw. */
  wall: (error: unknown) => ReactNode;
  /** Another one is another try. */
  visit: unknown;
}

interface State {
  failure: { error: unknown } | null;
  visit: unknown;
}

/** Keeps what a remote throws inside the remote's area. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { failure: null, visit: this.props.visit };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ visit }: Props, state: State): State | null {
    return visit === state.visit ? null : { failure: null, visit };
  }

  override componentDidCatch() {
    this.props.onCatch();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.wall(failure.error) : this.props.children;
  }
}
