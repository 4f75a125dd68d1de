import type { Area } from '../layout.ts'

const MAX_IN_ONE_ROW = 3
const MAX_SIDE_BY_SIDE = 4

/** The tiles are as large as the area allows; in portrait the rows are columns. */
export function getTileAreas(count: number, { left, top, width, height }: Area): Area[] {
  const isWide = width > height
  const short = count > MAX_IN_ONE_ROW ? Math.max(2, Math.ceil(count / MAX_SIDE_BY_SIDE)) : 1
  const long = Math.ceil(count / short)
  const columns = isWide ? long : short
  const size = { width: width / columns, height: height / (isWide ? short : long) }
  return Array.from({ length: count }, (_, index) => ({
    ...size,
    left: left + (index % columns) * size.width,
    top: top + Math.floor(index / columns) * size.height,
  }))
}
