"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { useState, type ReactNode } from "react";
import type { PortalRouter } from "../../portal-router.ts";
import { ToastRegion } from "../ui/overlays/toast.tsx";
import { writeHeaders } from "./background.ts";
import { ConfirmationProvider } from "./confirmation.tsx";
import { createQueryClient } from "./query-client.ts";
import { SessionEnded } from "./session-ended.tsx";
import { TRPCProvider } from "./trpc.ts";

interface PortalClientProps {
  /** null on pages of the person. */
  slug: string | null;
  children: ReactNode;
}

/**
 * Provides the typed client, confirmation and toasts. Each organization has its own client, so that cached data is never shown in another.
 */
export function PortalClient({ slug, children }: PortalClientProps) {
  return (
    <ToastRegion key={slug ?? ""}>
      <Clients slug={slug}>
        <ConfirmationProvider>{children}</ConfirmationProvider>
      </Clients>
    </ToastRegion>
  );
}

function Clients({ slug, children }: PortalClientProps) {
  const [isSessionOver, setSessionOver] = useState(false);
  const [queryClient] = useState(() => createQueryClient(() => setSessionOver(true)));
  const [trpcClient] = useState(() => createClient(slug));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
        <SessionEnded open={isSessionOver} onOpenChange={setSessionOver} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Queries whose input may name a person or be long use POST, because URLs are logged. */
const askedInBody: ReadonlySet<string> = new Set(["reports.run", "exports.findCases"]);

function createClient(slug: string | null) {
  const url = "/api/trpc";
  return createTRPCClient<PortalRouter>({
    links: [
      splitLink({
        condition: ({ path }) => askedInBody.has(path),
        true: httpLink({ url, headers: ({ op }) => writeHeaders(slug, [op]), methodOverride: "POST" }),
        false: httpBatchLink({ url, headers: ({ opList }) => writeHeaders(slug, opList), maxItems: 10, maxURLLength: 6000 }),
      }),
    ],
  });
}
