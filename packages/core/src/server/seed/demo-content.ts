/** An entry of the demo project; `live` names the locales that are published. */
export interface DemoEntry {
  readonly collection: string;
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly live: readonly string[];
}

const post = (
  live: readonly string[],
  en: { title: string; slug: string; summary: string; body: string; date: string },
  de?: { title: string; slug: string; summary: string; body: string },
): DemoEntry => ({ collection: 'posts', live, values: { en, ...(de && { de: { ...de, date: en.date } }) } });

/** A field guide to a small river: two collections in two languages, partly published and partly drafts. */
export const demoEntries: readonly DemoEntry[] = [
  {
    collection: 'pages',
    live: ['en', 'de'],
    values: {
      en: {
        title: 'About this journal',
        slug: 'about',
        body: 'We walk the same nine kilometres of river every week and write down what changed. Come along.',
      },
      de: {
        title: 'Über dieses Tagebuch',
        slug: 'ueber-uns',
        body: 'Jede Woche gehen wir dieselben neun Kilometer am Fluss entlang und notieren, was sich verändert hat.',
      },
    },
  },
  {
    collection: 'pages',
    live: ['en'],
    values: {
      en: {
        title: 'How we count',
        slug: 'how-we-count',
        body: 'Two people, two notebooks, no talking until the bridge. We publish the mean, and the notes as they are.',
      },
    },
  },
  post(
    ['en', 'de'],
    {
      title: 'The heron is back at the weir',
      slug: 'heron-at-the-weir',
      summary: 'After eleven weeks without a sighting, one bird at first light.',
      date: '2026-03-02',
      body: '## Monday, 06:40\n\nGrey on grey: we nearly walked past it. It fished the **lower step** for an hour and left upstream.',
    },
    {
      title: 'Der Reiher ist zurück am Wehr',
      slug: 'reiher-am-wehr',
      summary: 'Nach elf Wochen ohne Sichtung ein Vogel im ersten Licht.',
      body: '## Montag, 6:40 Uhr\n\nGrau in Grau: fast wären wir vorbeigegangen. Eine Stunde fischte er an der **unteren Stufe**.',
    },
  ),
  post(
    ['en'],
    {
      title: 'What the flood left behind',
      slug: 'after-the-flood',
      summary: 'A gravel bar moved forty metres in one night.',
      date: '2026-03-16',
      body: 'The old bar is gone. In its place: a pool, waist deep, and a new one below the alders.\n\n- 3 tyres\n- 1 door\n- a great deal of willow',
    },
    {
      title: 'Was das Hochwasser zurückließ',
      slug: 'nach-dem-hochwasser',
      summary: 'Eine Kiesbank wanderte in einer Nacht um vierzig Meter.',
      body: 'Die alte Bank ist fort. An ihrer Stelle liegt ein hüfttiefer Kolk.',
    },
  ),
  post(['en'], {
    title: 'Counting mayflies with a bedsheet',
    slug: 'mayflies-and-a-bedsheet',
    summary: 'A lamp, a sheet, and ninety minutes in May.',
    date: '2026-05-11',
    body: 'By ten the sheet was more insect than cotton. We counted a square, multiplied, and argued about the edges.',
  }),
  post([], {
    title: 'Six bridges, ranked by echo',
    slug: 'six-bridges',
    summary: 'A draft in need of a recording.',
    date: '2026-06-08',
    body: 'The railway bridge wins. The footbridge has none at all, which is its own kind of result.',
  }),
  post(
    [],
    {
      title: 'Notes on low water',
      slug: 'low-water',
      summary: 'The gauge has not read this little since 2003.',
      date: '2026-08-17',
      body: 'You can cross at the mill without wetting a knee. The crayfish have noticed too.',
    },
    {
      title: 'Notizen zum Niedrigwasser',
      slug: 'niedrigwasser',
      summary: 'So wenig zeigte der Pegel seit 2003 nicht mehr.',
      body: 'An der Mühle kommt man trockenen Knies hinüber. Auch die Krebse haben es bemerkt.',
    },
  ),
];
