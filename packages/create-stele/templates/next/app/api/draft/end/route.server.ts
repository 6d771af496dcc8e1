import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** Shows published pages again. */
export async function GET() {
  (await draftMode()).disable();
  redirect('/');
}
