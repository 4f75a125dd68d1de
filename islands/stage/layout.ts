export type Area = { left: number; top: number; width: number; height: number }

type Part = 'media' | 'clock' | 'panel' | 'clinic' | 'call' | 'history' | 'line' | 'marquee'
export type Layout = Record<Part, Area>

export type PanelSize = 'none' | 'line' | 'full'

type Options = {
  isPortrait: boolean
  hasMarquee: boolean
  panel: PanelSize
  line?: number
}

const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }
const MEDIA_WIDTH = 1248
const HEADER_HEIGHT = 112
const MARQUEE_HEIGHT = 76
const LINE_HEIGHT = 64
const TEXT_HEIGHT = 60
const PANEL_SHARE = 0.54

export function getStageSize(isPortrait: boolean) {
  return isPortrait ? PORTRAIT : LANDSCAPE
}

export function getLineHeight({ length }: string[], isPortrait: boolean) {
  return TEXT_HEIGHT * (isPortrait ? length : Math.min(length, 1))
}

export function getLayout({ isPortrait, hasMarquee, panel, line = 0 }: Options): Layout {
  const marquee = hasMarquee ? MARQUEE_HEIGHT : 0
  return isPortrait ? stackAll(marquee, panel, line) : placeBeside(marquee, panel, line)
}

function placeBeside(marquee: number, panel: PanelSize, line: number): Layout {
  const { width } = LANDSCAPE
  const height = LANDSCAPE.height - marquee
  const top = 700 - line
  const bottom = height - 700
  return {
    ...stack({ left: 0, width: MEDIA_WIDTH }, { media: top, ...split(bottom, panel) }),
    ...stack(
      { left: MEDIA_WIDTH, width: width - MEDIA_WIDTH },
      { clinic: HEADER_HEIGHT, call: top - HEADER_HEIGHT, history: bottom },
    ),
    line: { left: 0, top: height - line, width, height: line },
    marquee: { left: 0, top: height, width, height: marquee },
  }
}

function stackAll(marquee: number, panel: PanelSize, line: number): Layout {
  return stack(
    { left: 0, width: PORTRAIT.width },
    {
      clinic: HEADER_HEIGHT,
      call: 560,
      history: 364,
      media: 580 - marquee - line,
      ...split(304, panel),
      line,
      marquee,
    },
  )
}

function split(height: number, panel: PanelSize) {
  const panelHeight = { none: 0, line: LINE_HEIGHT, full: Math.round(height * PANEL_SHARE) }[panel]
  return { clock: height - panelHeight, panel: panelHeight }
}

function stack<P extends Part>(
  column: { left: number; width: number },
  heights: Record<P, number>,
): Record<P, Area> {
  const areas = {} as Record<P, Area>
  let top = 0
  // Safe: TypeScript does not infer the key type of Object.keys().
  for (const part of Object.keys(heights) as P[]) {
    areas[part] = { ...column, top, height: heights[part] }
    top += heights[part]
  }
  return areas
}
