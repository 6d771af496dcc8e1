import { Admission } from '../../access/admission.ts';
import { perProcess } from '../../platform/per-process.ts';

/** Bounds the files that are being prepared or sent: each keeps some drafts in memory for as long as its reader reads. */
export const draftFilesOf = perProcess((_services: object) => new Admission({ all: 64, ofOne: 16, kept: 16 }));
