'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { newQueryClient, newTrpcClient, TRPCProvider } from '@/api/trpc.ts';
import { Toaster } from '@/ui/toast.tsx';

interface ProvidersProps {
  /** Lets the script run that sets the colours before the first paint. */
  readonly nonce: string;
  readonly children: ReactNode;
}

/** What every screen stands on: data, colours, addresses, toasts. */
export function Providers({ nonce, children }: ProvidersProps) {
  const [queryClient] = useState(newQueryClient);
  const [trpcClient] = useState(newTrpcClient);
  return (
    <ThemeProvider attribute="class" disableTransitionOnChange nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          <NuqsAdapter>{children}</NuqsAdapter>
          <Toaster />
        </TRPCProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
