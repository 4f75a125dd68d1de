export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <circle cx="8" cy="22" r="2.5" fill="#fff" opacity=".55" />
      <circle cx="14" cy="22" r="2.5" fill="#fff" opacity=".8" />
      <circle cx="20.5" cy="21" r="3.5" fill="#fff" />
      <path
        d="M19 13a8 8 0 0 1 8 8M19 8a13 13 0 0 1 8 4"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
