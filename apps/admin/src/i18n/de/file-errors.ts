import type { FileErrorTexts } from '../../api/error-texts.ts';

/** Why a file can't be used, by error code. */
export const fileErrors: FileErrorTexts = {
  empty_file: 'Die Datei ist leer.',
  type_mismatch: 'Der Inhalt der Datei passt nicht zu ihrem Typ.',
  type_unsupported:
    'Dateien dieses Typs lassen sich auf Websites nicht anzeigen. Bilder als JPEG, PNG oder WebP speichern, Videos als MP4, und dann hochladen.',
  heic_unsupported: 'Diese Art von HEIC-Bild lässt sich hier nicht lesen. Als JPEG exportieren und dann hochladen.',
  active_content: 'Webseiten werden nicht angenommen: Unter der Adresse der Medien könnten sie Skripte ausführen.',
  not_decodable:
    'Die Datei ist beschädigt oder unvollständig. In einem anderen Programm öffnen, neu speichern und dann hochladen.',
  coding_unsupported:
    'Die Aufnahme hat eine Spur in einem Format, das nicht übernommen werden kann. Als MP4 mit H.264 und AAC exportieren und dann hochladen.',
  too_many_pixels:
    'Das Bild hat zu viele Pixel. Erlaubt sind 100 Megapixel, für alle Einzelbilder eines bewegten Bildes zusammen 250 Megapixel.',
  too_many_frames: 'Das Bild hat zu viele Einzelbilder. Erlaubt sind 10.000.',
  too_much_memory: 'Die Datei braucht beim Lesen zu viel Speicher. Eine kleinere Version hochladen.',
  timed_out: 'Die Datei zu lesen dauert zu lange. Eine kleinere Version hochladen.',
  unsafe_svg: 'Dieses SVG lässt sich nicht sicher ausliefern. Als einfaches SVG exportieren und dann hochladen.',
  encrypted: 'Das PDF ist mit einem Passwort geschützt. Ohne Passwort speichern und dann hochladen.',
  no_room: 'Im Projekt ist nicht genug Platz für das, was von dieser Datei ausgeliefert wird.',
  not_fetched: 'Die Datei konnte nicht von ihrer Adresse abgerufen werden.',
  other_kind: 'Diese Datei ist von anderer Art als die bisherige. Als neue Datei hochladen.',
  processing_failed:
    'Die Datei konnte auch nach mehreren Versuchen nicht verarbeitet werden. In einem anderen Format speichern und erneut versuchen.',
};
