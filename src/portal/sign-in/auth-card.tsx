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

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <header className="px-4 pt-[max(2rem,9vh)] pb-7 text-center">
        <a href="/" className="rounded px-2 py-1 font-serif text-3xl leading-none font-semibold tracking-tight text-text no-underline">
          Caseport
        </a>
      </header>
      {children}
      <footer className="mt-auto flex flex-wrap justify-center gap-x-6 gap-y-1 px-4 pt-10 pb-6 text-sm text-muted">
        <a href="/docs" className="rounded py-1 hover:text-text hover:underline">
          API reference
        </a>
        <a href="/" className="rounded py-1 hover:text-text hover:underline">
          Home
        </a>
      </footer>
    </div>
  );
}
