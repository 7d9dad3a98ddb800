import type { ReactNode } from "react";

interface AuthCardProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

export function AuthCard({ title, description, children, foot }: AuthCardProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-md px-4">
      <div className="rounded-xl border border-line bg-surface px-6 py-7 shadow-sm sm:px-8 sm:py-8">
        <h1 className="font-serif text-2xl leading-tight font-semibold tracking-tight">{title}</h1>
        {description !== undefined && <p className="mt-2 text-sm text-muted">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {foot !== undefined && <div className="mt-5 px-2 text-center text-sm text-muted">{foot}</div>}
    </main>
  );
}
