import { OutsidePage } from '@/sign-in/outside-page.tsx';
import { Account } from './account.tsx';

/** The account where no project is open. */
export function AccountPage() {
  return (
    <OutsidePage>
      <Account />
    </OutsidePage>
  );
}
