type GradientPreset = { name: string; css: string }

/** White text has a contrast of at least 4.5:1 on all of them. */
export const GRADIENT_PRESETS: { group: string; presets: GradientPreset[] }[] = [
  {
    group: 'Ocean',
    presets: [
      { name: 'Lagoon', css: 'linear-gradient(135deg, #0f766e 0%, #0369a1 100%)' },
      { name: 'Tide', css: 'linear-gradient(90deg, #1d4ed8 0%, #0e7490 100%)' },
      { name: 'Deep Sea', css: 'linear-gradient(180deg, #075985 0%, #0c1445 100%)' },
      { name: 'Harbour', css: 'linear-gradient(135deg, #0b2545 0%, #13678a 100%)' },
    ],
  },
  {
    group: 'Sunset',
    presets: [
      { name: 'Dusk', css: 'linear-gradient(135deg, #7c3aed 0%, #db2777 100%)' },
      { name: 'Ember', css: 'linear-gradient(90deg, #be123c 0%, #c2410c 100%)' },
      { name: 'Afterglow', css: 'linear-gradient(135deg, #4c1d95 0%, #be185d 55%, #c2410c 100%)' },
      { name: 'Last Light', css: 'linear-gradient(180deg, #312e81 0%, #9d174d 100%)' },
    ],
  },
  {
    group: 'Cool',
    presets: [
      { name: 'Pine', css: 'linear-gradient(135deg, #14532d 0%, #047857 100%)' },
      { name: 'Aurora', css: 'linear-gradient(90deg, #047857 0%, #0e7490 50%, #4f46e5 100%)' },
      { name: 'Iris', css: 'linear-gradient(135deg, #3730a3 0%, #7c3aed 100%)' },
      { name: 'Slate', css: 'linear-gradient(180deg, #475569 0%, #1e293b 100%)' },
    ],
  },
  {
    group: 'Warm',
    presets: [
      { name: 'Amber', css: 'linear-gradient(90deg, #b45309 0%, #9a3412 100%)' },
      { name: 'Copper', css: 'linear-gradient(135deg, #451a03 0%, #b45309 100%)' },
      { name: 'Ruby', css: 'linear-gradient(180deg, #dc2626 0%, #7f1d1d 100%)' },
      { name: 'Raspberry', css: 'linear-gradient(135deg, #9f1239 0%, #db2777 100%)' },
    ],
  },
]
