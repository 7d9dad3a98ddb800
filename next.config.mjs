/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks types; checking them again would only make the first start longer.
  typescript: { ignoreBuildErrors: true },
  // Nothing reads maps of the server's bundles; making them took an eighth of the build.
  experimental: { turbopackSourceMaps: process.env.NODE_ENV !== "production" },
  // No image service: it is not needed, and has had critical faults.
  images: { unoptimized: true },
  redirects: () => [
    { source: "/o/:slug/refusals", destination: "/o/:slug/request-debugger", permanent: true },
    { source: "/o/:slug/whose-key", destination: "/o/:slug/find-key", permanent: true },
  ],
};
