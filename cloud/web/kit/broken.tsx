import { Component, type ComponentChildren } from 'preact';
import { labels } from '../words/labels-en.ts';

const LoadAgain = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="failed" role="alert">
    <h1 class="failed-title" tabIndex={-1}>
      {title}
    </h1>
    <p>{children}</p>
    <button type="button" onClick={() => location.reload()}>
      {labels.states.loadAgain}
    </button>
  </div>
);

/** In place of a page whose script did not come: the cloud was updated meanwhile, or the network is away. */
export const NotLoaded = () => <LoadAgain title={labels.states.notLoaded}>{labels.states.notLoadedMore}</LoadAgain>;

interface BrokenProps {
  /** Where one is: another page is tried, whatever became of the last. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** In place of a page that failed as it was drawn: never an empty one, nor an old one that moves no more. */
export class Broken extends Component<BrokenProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: BrokenProps): void {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <LoadAgain title={labels.states.broken}>{labels.states.brokenMore}</LoadAgain>;
  }
}
