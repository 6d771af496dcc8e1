import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { gate } from '#messages/gate';
import { providersQuery } from '@/api/providers-query.ts';

/** Why signing in through a provider failed, when it led back here. */
export function ProviderProblem() {
  const { providerProblems: sentences } = gate;
  const query = useSearchParams();
  const { data: providers } = useQuery(providersQuery);
  const problem = query.get('problem');
  const provider = providers?.data.find(({ id }) => id === query.get('provider'));
  if (problem === null || !provider) return null;
  const sentence = Object.hasOwn(sentences, problem) ? sentences[problem as keyof typeof sentences] : sentences.failed;
  return (
    <p role="alert" className="mb-4 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      {typeof sentence === 'string' ? sentence : sentence({ provider: provider.name })}
    </p>
  );
}
