import { join } from 'node:path'
import { smallerPng } from './smaller-png.ts'

/** Copies a picture of the gallery to the README's folder. */
export async function refreshReadme(file: string, name: string) {
  const png = Buffer.from(await Bun.file(file).bytes())
  await Bun.write(join(import.meta.dirname, name), smallerPng(png))
}
