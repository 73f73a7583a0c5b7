import { Component, type ReactNode } from 'react';
import controls from './controls.module.css';

interface Props {
  children: ReactNode;
  /** Another one is another page: it is tried. */
  place: string;
}

interface State {
  hasFailed: boolean;
  place: string;
}

/** Catches what a page throws, above all a screen that could not be loaded, and offers the one thing that helps. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { hasFailed: false, place };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <h1>This page could not be shown</h1>
        <p className={controls.lead}>Nothing is lost. Check your connection, then load the page again.</p>
        <p className={controls.action}>
          <button type="button" className={controls.filled} onClick={() => window.location.reload()}>
            Load the page again
          </button>
        </p>
      </div>
    );
  }
}
