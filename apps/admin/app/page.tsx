import { Start } from '@/shell/start.tsx';

export default function StartPage() {
  return <Start />;
}
