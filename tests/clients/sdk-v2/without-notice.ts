// On its way in the AWS SDK v2 prints that it is no longer maintained, which is known here. This has to be
// evaluated before the SDK is.
process.env['AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE'] = '1'
