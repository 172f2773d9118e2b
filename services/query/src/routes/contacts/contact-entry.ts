import { contactBody } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { includedInContact } from '../contact-records/included-records.ts';

/** A contact as its routes show it: the view, with what `include` asks for. */
export const contactEntry = z
  .strictObject({ ...contactBody.shape, included: includedInContact })
  .meta({ ...contactBody.meta() });
