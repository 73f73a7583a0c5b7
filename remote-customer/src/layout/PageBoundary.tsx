import { Component, type ReactNode } from 'react';
import controls from './controls.module.css';

interface Props {
  children: ReactNode;
}

/** Catches what a page throws, above all a screen that could not be loaded, and offers the one thing that helps. */
export class PageBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
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
