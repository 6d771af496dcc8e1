export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that are kept. All others are left out with their content. */
export const ELEMENTS = words(`
  svg g defs symbol use switch view title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath
`);

/** Elements that contain only text. */
export const TEXTS = words('title desc');

/** Elements that change attributes, which `attributeName` names. */
export const ANIMATIONS = words('animate animateMotion animateTransform set');

/** Elements that may contain a picture or refer to a part of the drawing. */
export const PICTURES = words('image feImage');

/** Presentation attributes, which animations may change: numbers, words, colours, or parts of the same drawing. */
export const PRESENTATION = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color
  marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-origin
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode
  amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
  filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
  keyPoints lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode
  numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
  pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry
  scale seed slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
  surfaceScale tableValues targetX targetY textLength type values viewBox width x x1 x2 xChannelSelector y y1 y2
  yChannelSelector z
`);

/** Further attributes that are kept. */
export const OTHER_ATTRIBUTES = words(`
  id class lang role aria-hidden aria-label aria-labelledby aria-describedby version baseProfile systemLanguage zoomAndPan
  attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines from to by
  additive accumulate path origin side
`);
