const BLOCKS = 200;
const ROWS = 300;
const FIELDS = 10;

const fields = Array.from({ length: FIELDS }, (_, index) => ({
  key: `field_${index}`,
  label: `Field ${index}`,
  type: index % 3 === 2 ? 'integer' : 'text',
  ...(index === 0 && { required: true, max: 200 }),
}));

/** A collection whose forms are as big as those of pages built from blocks. */
export const COLLECTION = {
  key: 'big',
  label: 'Big',
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true, localized: true },
    {
      key: 'sections',
      label: 'Sections',
      type: 'blocks',
      localized: true,
      types: [{ key: 'part', label: 'Part', fields }],
    },
    { key: 'rows', label: 'Rows', type: 'list', localized: true, of: { type: 'object', fields } },
  ],
};

function values(number: number): Record<string, string | number> {
  return Object.fromEntries(
    fields.map(({ key, type }, index) => [key, type === 'integer' ? number * index : `Text ${number} of ${key}`]),
  );
}

/** Values of an entry of 200 blocks of ten fields. */
export const BLOCKS_ENTRY = {
  title: 'Two hundred blocks',
  sections: Array.from({ length: BLOCKS }, (_, n) => ({ _type: 'part', _key: `block-${n}`, ...values(n) })),
};

/** Values of an entry of 300 rows of ten fields. */
export const ROWS_ENTRY = {
  title: 'Three hundred rows',
  rows: Array.from({ length: ROWS }, (_, n) => values(n)),
};
