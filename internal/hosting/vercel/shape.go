package vercel

import "github.com/linkvet/linkvet/internal/hosting/settings"

// conditionsShape is what "has" and "missing" have to look like.
var conditionsShape = settings.RulesOf(map[string]*settings.Shape{"type": settings.TextShape, "key": settings.TextShape, "value": settings.AnyShape})

// shape is what the settings have to look like:
// https://github.com/vercel/vercel/blob/main/packages/routing-utils/src/schemas.ts
var shape = &settings.Shape{Kinds: settings.ObjectKind, Members: map[string]*settings.Shape{
	"cleanUrls": settings.BoolShape, "trailingSlash": settings.BoolShape, "functions": settings.ObjectShape,
	"redirects": settings.RulesOf(map[string]*settings.Shape{
		"source": settings.AnyShape, "destination": settings.AnyShape, "permanent": settings.BoolShape, "statusCode": settings.AnyShape,
		"has": conditionsShape, "missing": conditionsShape, "env": settings.TextsShape,
	}),
	"rewrites": settings.RulesOf(map[string]*settings.Shape{
		"source": settings.AnyShape, "destination": settings.AnyShape, "statusCode": settings.NumberShape,
		"has": conditionsShape, "missing": conditionsShape, "env": settings.TextsShape, "respectOriginCacheControl": settings.BoolShape,
	}),
	"routes": settings.RulesOf(map[string]*settings.Shape{
		"src": settings.AnyShape, "source": settings.AnyShape, "dest": settings.TextShape, "destination": settings.AnyShape, "handle": settings.TextShape,
		"headers": settings.ObjectShape, "methods": settings.TextsShape, "status": settings.NumberShape, "statusCode": settings.NumberShape,
		"caseSensitive": settings.BoolShape, "continue": settings.BoolShape, "check": settings.BoolShape,
		"has": conditionsShape, "missing": conditionsShape,
		"important": settings.AnyShape, "user": settings.AnyShape, "override": settings.AnyShape, "isInternal": settings.AnyShape, "locale": settings.AnyShape,
		"mitigate": settings.AnyShape, "transforms": settings.AnyShape, "env": settings.AnyShape, "respectOriginCacheControl": settings.AnyShape,
		"middleware": settings.AnyShape, "middlewarePath": settings.AnyShape, "middlewareRawSrc": settings.AnyShape,
	}),
	"builds": settings.AnyShape, "bulkRedirectsPath": settings.AnyShape, "services": settings.AnyShape, "experimentalServices": settings.AnyShape,
}}
