import { Compass } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { common } from '#messages/common';
import { shell } from '#messages/shell';
import { Button } from '@/ui/button.tsx';
import { Empty } from '@/ui/states.tsx';

/** Says that a screen's code couldn't be loaded, instead of leaving the page. */
export function LoadBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary message={shell.loadFailed} retry={common.retry}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  readonly message: string;
  readonly retry: string;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <Empty
          icon={Compass}
          title={this.props.message}
          action={<Button onClick={() => window.location.reload()}>{this.props.retry}</Button>}
        />
      </div>
    );
  }
}
