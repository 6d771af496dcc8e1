import { App } from '@/shell/app.tsx';

/** Every address has the same page, which is built once. */
export function generateStaticParams() {
  return [{ path: [] }];
}

export default function AdminPage() {
  return <App />;
}
