import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  onCatch: () => void;
  /** Shown in place of the children once one of them threw. */
  wall: (error: unknown) => ReactNode;
}

/** Keeps what a remote throws inside the remote's area. */
export class RemoteBoundary extends Component<Props, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override componentDidCatch() {
    this.props.onCatch();
  }

  override render() {
    return this.state.failed ? this.props.wall(this.state.error) : this.props.children;
  }
}
