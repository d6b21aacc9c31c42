import type { Fields, Said } from './recorded.ts';
export const masked = ({ fields }: Said): Fields => fields;
