// A note on a website that React renders in the browser. `window.note` is what the server read of it.
import { StelePreview, usePreviewValues } from '@stele/loader/preview/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Note({ entry }) {
  const { title, facts = [], sections = [] } = usePreviewValues(entry);
  return (
    <main>
      <h1>{title}</h1>
      <ul>
        {facts.map(({ text }, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      {sections.map(({ _key, text }) => (
        <blockquote key={_key}>{text}</blockquote>
      ))}
    </main>
  );
}

function Site() {
  const [note, setNote] = useState(window.note);
  const refresh = async () => setNote(await (await fetch(`${location.pathname}?json`)).json());
  return (
    <>
      <StelePreview admin={note.admin} refresh={refresh} />
      <Note entry={note} />
    </>
  );
}

createRoot(document.getElementById('site')).render(<Site />);
