export const dynamic = 'force-dynamic';

/** Says what can be done until editors have their own screens here. */
export default function HomePage() {
  const api = process.env.API_URL ?? 'http://localhost:3000';
  return (
    <main>
      <h1>Stele admin</h1>
      <p className="lead">
        The screens for editors are not part of this version. Everything they will do, the API does.
      </p>
      <ul>
        <li>
          <a href={`${api}/docs`}>
            <strong>API reference</strong>
            <span>Create, save and publish entries over HTTP.</span>
          </a>
        </li>
      </ul>
    </main>
  );
}
