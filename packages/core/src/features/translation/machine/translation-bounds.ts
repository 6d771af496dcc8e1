import { Admission } from '../../../access/admission.ts';
import { perProcess } from '../../../platform/per-process.ts';

/** Bounds the translations by machine, which wait for services that may be slow. */
export const translationBoundsOf = perProcess((_services: object) => new Admission({ all: 16, ofOne: 4, kept: 4 }));
