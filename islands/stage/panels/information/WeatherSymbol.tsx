import type { ReactNode } from 'react'
import type { WeatherIcon } from '#domain/display/weather'

export function WeatherSymbol({ icon }: { icon: WeatherIcon }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="100%"
      height="100%"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {SHAPES[icon]}
    </svg>
  )
}

const CLOUD = 'M18 48a11 11 0 0 1-1.5-21.9 16 16 0 0 1 30.6 4.1A9 9 0 0 1 46 48z'
const HIGH_CLOUD = 'M18 40a11 11 0 0 1-1.5-21.9 16 16 0 0 1 30.6 4.1A9 9 0 0 1 46 40z'
const SMALL_CLOUD = 'M26 54a9 9 0 0 1-1.2-17.9 13 13 0 0 1 24.9 3.3A7.5 7.5 0 0 1 49 54z'
const MOON = 'M44 38a17 17 0 1 1-18-24 14 14 0 0 0 18 24z'

const SHAPES: Record<WeatherIcon, ReactNode> = {
  sun: (
    <>
      <circle cx="32" cy="32" r="12" />
      <path d="M32 6v7M32 51v7M6 32h7M51 32h7M13.6 13.6l5 5M45.4 45.4l5 5M50.4 13.6l-5 5M18.6 45.4l-5 5" />
    </>
  ),
  moon: <path d={MOON} />,
  'cloud-sun': (
    <>
      <path d="M14 33a12 12 0 0 1 20-12.5M24 4v5M9.5 9.5l3.6 3.6M38.5 9.5l-3.6 3.6M4 24h5" />
      <path d={SMALL_CLOUD} />
    </>
  ),
  'cloud-moon': (
    <>
      <path d="M40 24A14 14 0 0 1 24 8a14 14 0 0 0-10 23" />
      <path d={SMALL_CLOUD} />
    </>
  ),
  cloud: <path d={CLOUD} />,
  fog: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M10 48h44M16 57h32" />
    </>
  ),
  drizzle: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M22 48v4M32 52v4M42 48v4" />
    </>
  ),
  rain: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M23 46l-4 11M34 46l-4 11M45 46l-4 11" />
    </>
  ),
  snow: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M21 48v.1M32 54v.1M43 48v.1M25 58v.1M39 60v.1" strokeWidth="6" />
    </>
  ),
  storm: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M34 42l-7 10h9l-6 9" />
    </>
  ),
}
