import { loadApplication } from '@/src/load-application';

export const dynamic = 'force-dynamic';

/** Where a person lands who opens the API's address in a browser. */
export default async function HomePage() {
  const { env } = await loadApplication();
  const links = [
    { href: '/docs', title: 'API reference', text: 'Every route, with parameters, answers, errors and examples.' },
    { href: '/v1/openapi.json', title: 'OpenAPI document', text: 'The same for machines: OpenAPI 3.1.' },
    { href: env.adminUrl, title: 'Admin', text: 'The place for editors.' },
  ];
  return (
    <main>
      <h1>Stele</h1>
      <p className="lead">This is the API. Content is read from the content host at {env.contentUrl}.</p>
      <ul>
        {links.map(({ href, title, text }) => (
          <li key={href}>
            <a href={href}>
              <strong>{title}</strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
