import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { providersQuery } from '@/api/providers-query.ts';
import { useMessages } from '@/i18n/language-context.ts';

/** Why signing in through a provider failed, when it led back here. */
export function ProviderProblem() {
  const { providerProblems: sentences } = useMessages().gate;
  const query = useSearchParams();
  const { data: providers } = useQuery(providersQuery);
  const problem = query.get('problem');
  const provider = providers?.data.find(({ id }) => id === query.get('provider'));
  if (problem === null || !provider) return null;
  const known: Readonly<Record<string, (name: string) => string>> = sentences;
  const sentence = (Object.hasOwn(known, problem) ? known[problem] : undefined) ?? sentences.failed;
  return (
    <p role="alert" className="mb-4 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      {sentence(provider.name)}
    </p>
  );
}
