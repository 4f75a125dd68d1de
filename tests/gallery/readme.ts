import { join } from 'node:path'
import { smallerPng } from './smaller-png.ts'

/** Puts a picture of the gallery where the README shows it. */
export async function refreshReadme(file: string, name: string) {
  const png = Buffer.from(await Bun.file(file).bytes())
  await Bun.write(join(import.meta.dirname, name), smallerPng(png))
}
